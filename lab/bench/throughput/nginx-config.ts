/** What nginx needs to know to be a plain reverse proxy of one address, in a folder of its own. */
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
