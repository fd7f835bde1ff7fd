# SPDX-License-Identifier: MIT
import logging
import logging.handlers
import sys

logger = logging.getLogger()
logger.addHandler(logging.handlers.MemoryHandler(9, target=logging.StreamHandler(sys.stdout)))
logger.warning("kept until the end")
