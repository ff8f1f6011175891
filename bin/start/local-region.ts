/** Where the local stack is, as far as its template and its functions can tell. */
export const localRegion = 'us-east-1';
