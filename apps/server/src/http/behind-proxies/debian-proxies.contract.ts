// Runs proxies with the settings that their manuals recommend.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@coffer/testing';

interface Proxy extends AsyncDisposable {
  readonly port: number;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly upstreamPort: number;
}

interface Program {
  readonly command: readonly string[];
  readonly configuration: string;
}

const TRIES_MAX = 300;
const TRY_PAUSE_MS = 100;

export const DEBIAN_PROXIES: Readonly<Record<string, (place: Place) => Program>> = {
  nginx: ({ folder, port, upstreamPort }) => ({
    command: ['nginx', '-e', 'stderr', '-c', join(folder, 'configuration')],
    configuration: `
      daemon off;
      pid ${folder}/pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        scgi_temp_path ${folder}/scgi;
        uwsgi_temp_path ${folder}/uwsgi;
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://127.0.0.1:${upstreamPort};
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }`,
  }),
  HAProxy: ({ folder, port, upstreamPort }) => ({
    command: ['haproxy', '-db', '-q', '-f', join(folder, 'configuration')],
    configuration: `
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
  option forwardfor
frontend people
  bind 127.0.0.1:${port}
  default_backend coffer
backend coffer
  server coffer 127.0.0.1:${upstreamPort}
`,
  }),
  Caddy: ({ folder, port, upstreamPort }) => ({
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'configuration')],
    configuration: `
{
  admin off
  auto_https off
}
http://:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${upstreamPort}
}
`,
  }),
};

export async function startProxy(name: string, place: Omit<Place, 'port'>): Promise<Proxy> {
  const port = await freePort();
  const program = DEBIAN_PROXIES[name]?.({ ...place, port });
  if (program === undefined) throw new Error(`no proxy is named ${name}`);
  await writeFile(join(place.folder, 'configuration'), program.configuration);
  const [command = '', ...options] = program.command;
  const child = spawn(command, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: place.folder },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  for (let tries = 0; tries < TRIES_MAX && child.exitCode === null; tries += 1) {
    if (await answers(port)) return { port, [Symbol.asyncDispose]: stop };
    await pause(TRY_PAUSE_MS);
  }
  await stop();
  throw new Error(`${name} does not answer: ${said}`);
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}
