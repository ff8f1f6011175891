const words: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** An HTTP status with its words (RFC 9110; over HTTP/2 an answer brings none): `403 Forbidden`. */
export const statusWords = (status: number): string => (words[status] ? `${status} ${words[status]}` : String(status));
