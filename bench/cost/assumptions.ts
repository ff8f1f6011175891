// What no benchmark on one machine can measure, each with the reason for its figure.

/** DynamoDB answers a call on one item in single-digit milliseconds (Amazon DynamoDB developer guide). */
export const dynamoDbMs = 4;

/** A node in the same part of the world, for the common reads. */
export const upstreamMs = 25;

/** Lambda's own runtime takes and answers an event over a socket and JSON, about as two calls of the floor do. */
export const runtimeCpuMs = 0.2;

/** A function has a whole processor at 1,769 MB, and a share of it below (AWS Lambda developer guide). */
export const wholeProcessorMb = 1_769;

/** Bytes of a request and an answer, bodies and headers, as they go over the wire. */
export const bytes = { request: 120, requestHeaders: 350, answer: 900, answerHeaders: 700 };

/** Lines of metrics that a batch of the tally emits, their length, and series in CloudWatch: 2 networks, 5 outcomes. */
export const metrics = { linesPerBatch: 3, bytesPerLine: 260, series: 10 };

/** The partitions of a new table on demand, and the writes a second that each takes before there are more. */
export const partitions = { least: 4, writesPerSecond: 1_000 };

/** Months that logs are kept in prod. */
export const logMonths = 3;

/** Days of a month, for prices by the month. */
export const daysPerMonth = 30;
