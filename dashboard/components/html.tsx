import { useRouter } from '@tanstack/react-router';
import { type ElementType, useEffect, useRef } from 'react';
import { isPlainClick } from './plain-click.ts';

type HtmlProps = {
  /** Made by the build from the repository's own Markdown (dashboard/build/rendered-markdown.ts): never of a user. */
  readonly html: string;
  /** Default: `span`. */
  readonly as?: ElementType;
  readonly className?: string | undefined;
};

/** Rendered Markdown. Its links to pages of the dashboard open without a reload. */
export function Html({ html, as: Tag = 'span', className }: HtmlProps) {
  const element = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(() => {
    const { current } = element;
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !opensHere(event, link)) return;
      event.preventDefault();
      const { pathname, hash } = new URL(link.href);
      void router.navigate({ to: pathname, hash: hash.slice(1) });
    };
    current?.addEventListener('click', open);
    return () => current?.removeEventListener('click', open);
  }, [router]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it, and escapes whatever is not Markdown
  return <Tag ref={element} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A plain click on a link to a page: files such as openapi.json have a dot, and are no pages. */
function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { origin, pathname } = new URL(link.href);
  return isPlainClick(event) && origin === location.origin && !/\.[a-z]+$/.test(pathname);
}
