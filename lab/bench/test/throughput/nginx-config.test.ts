import { expect, test } from '@jest/globals';
import { nginxConfig } from '../../throughput/nginx.ts';

const config = nginxConfig({ folder: '/tmp/nginx', port: 8080, upstream: 'http://127.0.0.1:9090' });

test('nginx listens on 127.0.0.1 alone and forwards to the upstream', () => {
  expect(config).toContain('listen 127.0.0.1:8080;');
  expect(config).toContain('server 127.0.0.1:9090;');
});

test('it writes into its own folder only', () => {
  const paths = [...config.matchAll(/(?:_path|pid) (\S+);/g)].map(([, path]) => path);
  expect(paths).toHaveLength(6);
  for (const path of paths) expect(path).toMatch(/^\/tmp\/nginx\//);
});
