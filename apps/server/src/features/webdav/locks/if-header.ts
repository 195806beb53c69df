/** One list of an `If` header. All of its conditions must hold. */
export interface IfList {
  /** The resource as written. Undefined for the requested resource. */
  readonly resource: string | undefined;
  readonly conditions: readonly IfCondition[];
}

export interface IfCondition {
  readonly isNegated: boolean;
  readonly kind: 'token' | 'etag';
  readonly value: string;
}

const LENGTH_MAX = 8_192;
/** The maximum number of lists, because each may name a resource that has to be looked up. */
const LISTS_MAX = 100;
/** The alternatives begin with different characters, so that no header takes long to reject. */
const LIST = /^\(((?:"[^"]*"|\[(?:"[^"]*"|[^"\]])*\]|<[^>]*>|[^()"[<])*)\)\s*/;

/**
 * Parses an `If` header. Undefined if the header breaks the grammar.
 * @see RFC 4918 section 10.4.2
 */
export function parseIf(header: string): readonly IfList[] | undefined {
  if (header.length > LENGTH_MAX) return undefined;
  const lists: IfList[] = [];
  let resource: string | undefined;
  let rest = header.trim();
  while (rest !== '') {
    const tag = /^<([^<>\s]+)>\s*/.exec(rest);
    if (tag !== null) {
      resource = tag[1];
      rest = rest.slice(tag[0].length);
      if (!rest.startsWith('(')) return undefined;
    }
    const list = LIST.exec(rest);
    const conditions = list === null ? undefined : parseConditions(list[1] ?? '');
    if (list === null || conditions === undefined || lists.length >= LISTS_MAX) return undefined;
    lists.push({ resource, conditions });
    rest = rest.slice(list[0].length);
  }
  return lists.length === 0 ? undefined : lists;
}

function parseConditions(text: string): readonly IfCondition[] | undefined {
  const conditions: IfCondition[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const found = /^(Not\b\s*)?(?:<([^<>\s]+)>|\[((?:W\/)?"[^"]*")\])\s*/i.exec(rest);
    if (found === null) return undefined;
    const [whole, not, token, etag] = found;
    const isNegated = not !== undefined;
    conditions.push(
      token === undefined
        ? { isNegated, kind: 'etag', value: etag ?? '' }
        : { isNegated, kind: 'token', value: token },
    );
    rest = rest.slice(whole.length);
  }
  return conditions.length === 0 ? undefined : conditions;
}

/** The submitted tokens, which are all tokens that the header names anywhere. */
export function submittedTokens(lists: readonly IfList[]): ReadonlySet<string> {
  return new Set(
    lists.flatMap(({ conditions }) =>
      conditions.flatMap(({ kind, value }) => (kind === 'token' ? [value] : [])),
    ),
  );
}
