import { Link, useParams } from '@tanstack/react-router';
import { useDocument } from '../../api/documents.ts';
import { Card } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import styles from './docs.module.css';
import { documents, isDocumentName } from './documents.ts';
import { type Block, markdownBlocks } from './markdown/blocks.ts';
import { Markdown, Text } from './markdown/markdown.tsx';
import { useHashTarget } from './use-hash-target.ts';

/** One document of the docs. */
export function DocumentPage() {
  const { document } = useParams({ from: '/framed/docs/$document' });
  const path = `/docs/${document}.md`;
  const query = useDocument(path);
  useHashTarget(query.isSuccess);
  const title = isDocumentName(document) ? documents[document].title : document;
  return (
    <Page title={title} actions={<a href={path}>View as Markdown</a>}>
      <QueryState query={query} loading={<Skeleton height="100vh" label="Loading the document" />}>
        {(page) => (
          <div className={styles.document}>
            <Contents page={page} />
            <Card>
              <Markdown page={page} />
            </Card>
          </div>
        )}
      </QueryState>
    </Page>
  );
}

type Heading = Extract<Block, { kind: 'heading' }>;

/** Links to the sections of a page. */
function Contents({ page }: { readonly page: string }) {
  const sections = markdownBlocks(page).filter(
    (block): block is Heading => block.kind === 'heading' && block.level === 2,
  );
  return (
    <nav aria-label="On this page" className={styles.contents}>
      <ul>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <Link to="." hash={id}>
              <Text text={text} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
