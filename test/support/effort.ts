/**
 * How many random histories a test tries: few in CI, where every commit tries new ones, and many at night
 * (`EFFORT=night`, the schedule of .github/workflows/ci.yml).
 */
export const effort = (inCi: number, atNight: number): number => (process.env.EFFORT === 'night' ? atNight : inCi);
