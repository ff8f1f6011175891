/**
 * Figures that only the results file has, by benchmark: those whose names match. They are for comparing one run with
 * another; a target may still be held against them.
 */
export const details: Readonly<Record<string, RegExp>> = {
  // The throttled cold start shows these on the clock.
  'cold-start': /^empty handler.* against|, (INIT|first answer)$/,
  'throttled-cold-start': /^empty handler|plain HTTP/,
  'dynamodb-units': /^read units|^tallies, .* window/,
  throughput: /on the clock$/,
  latency: /p95$|^DynamoDB calls/,
  bodies: /length of gzip/,
  growth: /^(DynamoDB calls|read units|write units) of a request|^rows read|^Query calls/,
};

/** Whether the page shows a figure. */
export const isShown = (benchmark: string, figure: string): boolean => !details[benchmark]?.test(figure);
