export type PathParams = Readonly<Record<string, string | undefined>>;

/**
 * The parameters of a path that fits a pattern such as `/s/:space/:node?`; undefined when it does not fit. The case of fixed parts
 * and a slash at the end do not matter.
 */
export function matchPath(pattern: string, path: string): PathParams | undefined {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  const fits =
    given.length <= wanted.length &&
    wanted.every((part, index) => {
      const value = given[index];
      if (value === undefined) return part.endsWith('?');
      return part.startsWith(':') || part.toLowerCase() === value.toLowerCase();
    });
  if (!fits) return undefined;
  const names = wanted.map((part, index) => [part.replaceAll(/[:?]/g, ''), given[index]] as const);
  return Object.fromEntries(names.filter((_name, index) => wanted[index]?.startsWith(':') === true));
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
