/**
 * The longest frame that a page may send. The longest call restores a copy of the outbox: its text is at most twice as
 * long in a frame, because JSON escapes its quotes. A longer frame is dropped, so its call would never be answered.
 */
export const MAX_FRAME_BYTES = 256 * 1024 * 1024;
