import { readdirSync, readFileSync } from 'node:fs';

export function storeProcessOf(applicationPid: number): number | undefined {
  return processes().find(
    ({ parent, command }) =>
      parent === applicationPid && command.some((word) => word.includes('object-store')),
  )?.pid;
}

export function browserProcessOf(profile: string): number | undefined {
  return processes().find(
    ({ command }) =>
      command.includes(`--user-data-dir=${profile}`) && !command.some((word) => word.startsWith('--type=')),
  )?.pid;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: readonly string[];
}

function processes(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        // After the program name in parentheses: state, then parent.
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parent, command }];
      } catch (error) {
        // It has ended meanwhile.
        if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code)))
          return [];
        throw error;
      }
    });
}
