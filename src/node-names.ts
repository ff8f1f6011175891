/**
 * What the nodes of one network are called in metrics, alarms and logs, in their order: the host, and a number after it
 * where nodes share a host. Used by watch and by the constructs of its alarms: keep it light.
 */
export function nodeNames(upstreams: readonly { readonly url: string }[]): string[] {
  const hosts = upstreams.map(({ url }) => new URL(url).host);
  return hosts.map((host, index) => {
    if (hosts.indexOf(host) === hosts.lastIndexOf(host)) return host;
    return `${host}#${hosts.slice(0, index + 1).filter((other) => other === host).length}`;
  });
}
