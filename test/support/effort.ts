/** Whether this is CI's run of the night (`EFFORT=night`, the schedule of .github/workflows/ci.yml). */
export const isNight = process.env.EFFORT === 'night';

/** How many random histories a test tries: few in CI, where every commit tries new ones, and many at night. */
export const effort = (inCi: number, atNight: number): number => (isNight ? atNight : inCi);
