"""`pnp watch`: a page on this machine that shows a game's faces as they are written, with every warning in its place.

Above the build and below the command line. `folder` sees that files changed, `desk` reads and draws them again,
`telling` says on the page's behalf what there is, `server` answers the browser. Nothing here asks for the time: the
command hands it down.
"""
