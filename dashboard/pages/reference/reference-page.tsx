import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useDocument } from '../../api/documents.ts';
import { EmptyState } from '../../components/empty.tsx';
import { Html } from '../../components/html.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { TextField } from '../../components/text-field.tsx';
import { DocumentBody } from '../docs/document-body.tsx';
import { useHashTarget } from '../docs/use-hash-target.ts';
import { type OpenApi, operationsByTag, parseOpenApi } from './open-api.ts';
import { OperationView } from './operation-view.tsx';
import styles from './reference.module.css';
import { searchOperations } from './search-operations.ts';

/** The management API, from its OpenAPI document. `/reference#createKey` opens an operation. */
export function ReferencePage() {
  const query = useDocument('/reference.json', parseOpenApi);
  useHashTarget(query.isSuccess);
  return (
    <Page
      title="API reference"
      description={
        <>
          Every operation of the management API. Examples in a row are in{' '}
          <Link to="/docs/$document" params={{ document: 'management-api' }}>
            the docs
          </Link>
          .
        </>
      }
      actions={<a href="/openapi.json">OpenAPI document</a>}
    >
      <QueryState query={query} loading={<Skeleton height="100vh" label="Loading the reference" />}>
        {(api) => <Operations api={api} />}
      </QueryState>
    </Page>
  );
}

function Operations({ api }: { readonly api: OpenApi }) {
  const [search, setSearch] = useState('');
  const groups = searchOperations(operationsByTag(api), search);
  return (
    <>
      <TextField
        label="Search operations"
        type="search"
        value={search}
        onChange={setSearch}
        placeholder="A path, a parameter or a code such as grace_running"
      />
      {search === '' && (
        <details className={styles.about}>
          <summary>About this API: tokens, errors, limits, times</summary>
          <DocumentBody parts={api.info.description.parts} />
        </details>
      )}
      {groups.length === 0 && (
        <EmptyState title="No operation matches">Search for a path, a parameter or a code of a problem.</EmptyState>
      )}
      {groups.map(({ name, description, operations }) => (
        <section key={name} className={styles.group} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>
            <Html html={description} />
          </h2>
          {operations.map((operation) => (
            <OperationView key={operation.operationId} operation={operation} schemas={api.components.schemas} />
          ))}
        </section>
      ))}
    </>
  );
}
