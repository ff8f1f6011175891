import { existsSync, readFileSync } from 'node:fs';

// Loaded into a worker thread before anything else (NODE_OPTIONS): its clock is off by CLOCK_SKEW_MS from then on, and by
// what is in the file CLOCK_JUMP_FILE from the time on at which it is written.

const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const jumpFile = process.env.CLOCK_JUMP_FILE ?? '';
const now = Date.now;
Date.now = () => now() + skewMs + (existsSync(jumpFile) ? Number(readFileSync(jumpFile, 'utf8')) : 0);
