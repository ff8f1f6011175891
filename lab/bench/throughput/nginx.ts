import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../packages/cdk-local/listeners.ts';
import type { Server } from '../start-server.ts';

const keeper = fileURLToPath(new URL('../../../packages/cdk-local/end-with-parent.ts', import.meta.url));

/**
 * Starts nginx as a plain reverse proxy of an upstream; undefined if nginx is not installed. It ends with this process.
 */
export async function startNginx(upstream: string): Promise<Server | undefined> {
  const program = findNginx();
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-nginx-'));
  const port = await freePort(0);
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig({ folder, port, upstream }));
  const kept = spawn(process.execPath, [keeper, program, '-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  kept.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url);
  const pid = Number(readFileSync(join(folder, 'nginx.pid'), 'utf8'));
  return { url, pid, stop: () => kept.stdin.end() };
}

/** Debian keeps it where only root looks for programs. */
function findNginx(): string | undefined {
  return ['nginx', '/usr/sbin/nginx'].find((program) => {
    try {
      execFileSync(program, ['-v'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answered = await fetch(url, { method: 'POST', body: '{"id":1}' }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await wait(25);
  }
  throw new Error('nginx does not answer.');
}

/** The configuration of nginx as a plain reverse proxy of one address, with a separate folder. */
export type NginxOptions = { readonly folder: string; readonly port: number; readonly upstream: string };

/**
 * A configuration in which nginx forwards over kept-alive connections, logs nothing, listens on 127.0.0.1 alone, and is
 * one process (https://nginx.org/en/docs/http/ngx_http_upstream_module.html#keepalive).
 */
export const nginxConfig = ({ folder, port, upstream }: NginxOptions): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/client;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  upstream node {
    server ${new URL(upstream).host};
    keepalive 64;
    keepalive_requests 1000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://node;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
