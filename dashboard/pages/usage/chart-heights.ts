/** How high the plots are, in CSS pixels: the same while they load. */
export const wideChart = 260;
export const halfWideChart = 220;
