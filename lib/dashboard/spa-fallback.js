// A CloudFront function (runtime cloudfront-js-2.0) that runs before the file is fetched. A path of a file is served or
// not found. Every other path is one of the app's, which answers with its own “Page not found”.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  if (request.uri === '/.well-known/security.txt' && securityContact !== '') return securityText(request);
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

// The operator's contact: lib/dashboard/dashboard.ts replaces this line.
const securityContact = '';

// RFC 9116. It must say until when it holds: here always for the next 90 days, because the contact is that of the last
// deployment for as long as this function answers.
function securityText(request) {
  const expires = new Date(Date.now() + 90 * 86400000).toISOString().replace(/\.\d+Z$/, 'Z');
  const host = request.headers.host.value;
  return {
    statusCode: 200,
    statusDescription: 'OK',
    headers: { 'content-type': { value: 'text/plain; charset=utf-8' }, 'cache-control': { value: 'max-age=86400' } },
    body:
      'Contact: ' +
      securityContact +
      '\n' +
      'Expires: ' +
      expires +
      '\n' +
      'Preferred-Languages: en\n' +
      'Canonical: https://' +
      host +
      '/.well-known/security.txt\n',
  };
}
