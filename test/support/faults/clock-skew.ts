// Loaded into a worker thread before anything else (NODE_OPTIONS): its clock is off by CLOCK_SKEW_MS from then on.

const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const now = Date.now;
Date.now = () => now() + skewMs;
