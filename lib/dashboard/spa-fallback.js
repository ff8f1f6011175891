// A CloudFront function (runtime cloudfront-js-2.0) that runs before the file is fetched. A path whose last segment has
// a dot is a file: it is served or not found, but never replaced by index.html.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastPart.includes('.')) request.uri = '/index.html';
  return request;
}
