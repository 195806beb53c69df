import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SOURCE = `
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, fetchUserAttributes, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import 'aws-amplify/auth/enable-oauth-listener';

const status = document.createElement('output');
document.body.append(status);
const button = (name, action) => {
  const made = Object.assign(document.createElement('button'), { textContent: name });
  made.addEventListener('click', () => action().catch((error) => { status.textContent = String(error); }));
  document.body.append(made);
};
const show = async () => {
  const { tokens } = await fetchAuthSession();
  status.textContent = tokens === undefined ? 'nobody' : (await fetchUserAttributes()).email;
};
Hub.listen('auth', ({ payload }) => {
  if (payload.event === 'signInWithRedirect') show();
  if (payload.event === 'signInWithRedirect_failure') status.textContent = JSON.stringify(payload);
});
Amplify.configure(window.amplifySettings);
button('Sign in', () => signInWithRedirect());
button('Sign out', () => signOut());
button('Renew', async () => {
  const before = (await fetchAuthSession()).tokens.accessToken.toString();
  const after = (await fetchAuthSession({ forceRefresh: true })).tokens.accessToken.toString();
  status.textContent = before === after ? 'the same' : 'renewed';
});
if (!location.search.includes('code=')) await show();
`;

export async function bundleAmplify(): Promise<string> {
  // Inside the repository, so that packages resolve.
  const folder = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), '.amplify-'));
  try {
    const entry = join(folder, 'main.js');
    await writeFile(entry, SOURCE);
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: false, lib: { entry, formats: ['es'] }, target: 'esnext' },
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
      'output' in one ? one.output : [],
    );
    const chunk = outputs.find((output) => output.type === 'chunk');
    if (chunk === undefined || chunk.type !== 'chunk') throw new Error('the bundle is empty');
    return chunk.code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
