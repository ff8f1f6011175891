// Runs at CloudFront's edge, in the language of its runtime cloudfront-js-2.0, before a file is looked for. A path whose
// last part has a dot is a file's: it is found or it is missing, and never answered with a page.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastPart.includes('.')) request.uri = '/index.html';
  return request;
}
