/** An HTTP answer, read whole. */
export type HttpAnswer = {
  readonly status: number;
  /** By names in lower case; of several with one name the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
};

/** Lambda takes no larger answer (6,291,556 bytes, reported by the service itself), so there is no use in reading on. */
export const maxAnswerBytes = 6_291_556;

/** How far the reading of an answer has come. */
export type Progress = 'more' | 'whole' | 'damaged' | 'too_large';
