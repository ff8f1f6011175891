import type { HttpAnswer } from '../http/stripe-api.ts';
import { type Html, page } from './html.ts';

/** A page as an answer. No page may be kept: the same address shows what is true now. */
export const pageAnswer = (title: string, content: Html, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: page(title, content),
});

/** Leads the browser to an address with GET. */
export const redirect = (location: string): HttpAnswer => ({ status: 303, headers: { location }, body: '' });
