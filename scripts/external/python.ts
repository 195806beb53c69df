import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

export function installPython(folder: string): string {
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
  const python = join(folder, 'bin', 'python');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  execFileSync(python, [...pip, '--requirement', REQUIREMENTS], { stdio: 'inherit' });
  return python;
}
