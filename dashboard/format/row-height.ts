import { rememberedChoice } from './remembered-choice.ts';

/** How high the rows of long lists are: with every detail, or one line. */
export const rowHeight = rememberedChoice('rows', ['detailed', 'compact']);

/** Whether a row has one line only. */
export const useCompactRows = (): boolean => rowHeight.useChosen() === 'compact';
