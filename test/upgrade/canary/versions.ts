export const versions = ['last', 'present'] as const;

/** The last release, or the present code. */
export type Version = (typeof versions)[number];
