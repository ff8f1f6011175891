import { Admissions, type AdmissionsDeps } from '../../src/limits/admissions.ts';

/** One process's admissions, without the random pause before a repetition, and without DynamoDB's time by default. */
export const admissionsOn = (
  table: AdmissionsDeps['table'],
  clock: AdmissionsDeps['clock'],
  deps: Partial<AdmissionsDeps> = {},
): Admissions =>
  new Admissions({ table, clock, lastDate: () => undefined, pause: async () => {}, random: () => 0, ...deps });
