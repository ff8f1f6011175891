/** The longest grace period of a rotation: seven days. */
export const maxGraceHours = 168;

/** 0 ends the previous secret at once. */
export const isGraceHours = (hours: number): boolean => Number.isInteger(hours) && hours >= 0 && hours <= maxGraceHours;

/** What the API says of another number; the dashboard has the same words. */
export const graceRule = `The grace period must be a whole number of hours from 0 to ${maxGraceHours}.`;
