"""What leaves the press for other tools: pictures, contact sheets, sheets for a simulator, files for a print shop.

Each module turns an order for one game into files below the output folder, as pairs of path and bytes; nothing is
written here. Same order, same bytes.
"""
