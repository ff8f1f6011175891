// A CloudFront function (runtime cloudfront-js-2.0) that runs before the file is fetched. A path of a file is served or
// not found. Every other path is one of the app's, which answers with its own “Page not found”.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  // Asked for by browsers and feed readers that have not seen the page.
  if (request.uri === '/favicon.ico') request.uri = '/favicon.svg';
  else if (!isFile(request.uri)) request.uri = '/index.html';
  return request;
}

// A page of the app may have a dot in its path, as the id of a key that somebody has typed.
function isFile(uri) {
  if (uri === '/.well-known/change-password') return false;
  if (uri.startsWith('/assets/') || uri.startsWith('/.well-known/')) return true;
  return /^\/(docs\/)?[^/]*\.[^/]*$/.test(uri);
}
