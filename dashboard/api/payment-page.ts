/** The service named a page that is not safe to open. */
class UnsafePageError extends Error {
  override readonly name = 'UnsafePageError';
  readonly code = 'unsafe_page';

  constructor() {
    super('The address of the payment page is not secure, so it was not opened. You were not charged.');
  }
}

type Page = Pick<Location, 'protocol' | 'hostname'>;

const isThisMachine = ({ hostname }: Page): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * Whether the browser may open an address for payments: over HTTPS, or on this machine if the dashboard itself is.
 * @param dashboard where this page is
 */
export function isSafePage(address: string, dashboard: Page = location): boolean {
  if (!URL.canParse(address)) return false;
  const page = new URL(address);
  return page.protocol === 'https:' || (page.protocol === 'http:' && isThisMachine(page) && isThisMachine(dashboard));
}

/** @throws {UnsafePageError} if an address is not safe to open */
export function toSafePage(address: string): string {
  if (isSafePage(address)) return address;
  throw new UnsafePageError();
}
