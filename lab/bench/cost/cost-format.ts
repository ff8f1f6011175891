import { numeral } from '../report-format.ts';

export const cents = (dollars: number): string => dollars.toFixed(3);
export const percent = (share: number): string => `${Math.floor(share * 100)} %`;
export const wholeDollars = (amount: number): string =>
  `$${amount < 10 ? amount.toFixed(2) : numeral(Math.round(amount))}`;
