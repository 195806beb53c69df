import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** @see https://specifications.freedesktop.org/basedir-spec/latest/ */
export function configFolder(environment: Environment): string {
  return join(baseOf(environment['XDG_CONFIG_HOME']) ?? join(homeOf(environment), '.config'), 'coffer');
}

export function stateFolder(environment: Environment): string {
  return join(baseOf(environment['XDG_STATE_HOME']) ?? join(homeOf(environment), '.local/state'), 'coffer');
}

/** Relative paths are ignored, as the specification says. */
function baseOf(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

function homeOf({ HOME }: Environment): string {
  return HOME !== undefined && isAbsolute(HOME) ? HOME : homedir();
}
