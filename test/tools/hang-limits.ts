// Against hangs only: far more than any test needs on two slow cores. At night, one test has thousands of histories, and
// with every look one takes hundreds of pictures.
const isLong = process.env.EFFORT === 'night' || process.env.LOOKS === 'all';

/** Of a test or a hook that names no limit of its own. */
export const testMs = 60_000 * (isLong ? 110 : 10);

/** Of a file, whose modules may hang too. */
export const fileMs = 60_000 * Number(process.env.MINUTES_PER_FILE ?? (isLong ? 120 : 20));
