/** Values that only a deployment knows, by the markers that stand for them in a file. */
export type Markers = Readonly<Record<string, string>>;

/**
 * Puts the values of markers in their places (the CDK's aws-s3-deployment, "Data with deploy-time values").
 * @param options whether the values are to be escaped for the JSON string that they stand in
 */
export function fillIn(body: Buffer, markers: Markers = {}, { jsonEscape = false } = {}): Buffer {
  // Each byte as one character, so that what is no text stays what it is.
  let filled = body.toString('latin1');
  for (const [marker, value] of Object.entries(markers)) {
    const written = jsonEscape ? JSON.stringify(value).slice(1, -1) : value;
    filled = filled.replaceAll(marker, () => Buffer.from(written).toString('latin1'));
  }
  return Buffer.from(filled, 'latin1');
}
