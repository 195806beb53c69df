export const PAGE_SIZE = 50;
const PAGES_MAX = 10_000;

type Order = 'asc' | 'desc';
type Choices = Readonly<Record<string, readonly string[]>>;

/** Values of the filters of a list; undefined means all. */
type Chosen<F extends Choices> = { readonly [Name in keyof F]: F[Name][number] | undefined };

export type ListAddress<F extends Choices, Sort extends string> = Chosen<F> & {
  readonly text: string;
  readonly sort: Sort;
  readonly order: Order;
  /** Page number, from 1. */
  readonly page: number;
};

interface ListForm<F extends Choices, Sort extends string> {
  readonly path: string;
  readonly filters: F;
  readonly sorts: readonly Sort[];
  /** The default order, which is not written into the URL. */
  readonly usual: { readonly sort: Sort; readonly order: Order };
}

/** The URL of a paged list: `<path>?text=&<filter>=&sort=&order=&page=`. Unknown values are ignored. */
export function listAddress<const F extends Choices, const Sort extends string>({
  path,
  filters,
  sorts,
  usual,
}: ListForm<F, Sort>) {
  const names: readonly (keyof F & string)[] = Object.keys(filters);
  /** The filters that are set, in the order of the URL. */
  const chosenOf = (address: ListAddress<F, Sort>): readonly (readonly [string, string])[] =>
    names.flatMap((name) => {
      const value = address[name];
      return value === undefined ? [] : [[name, value] as const];
    });
  return {
    parse: (search: string): ListAddress<F, Sort> => {
      const params = new URLSearchParams(search);
      const page = Number(params.get('page') ?? '1');
      const order = params.get('order');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries loses the key types
      const chosen = Object.fromEntries(
        names.map((name) => [name, filters[name]?.find((each) => each === params.get(name))]),
      ) as Chosen<F>;
      return {
        ...chosen,
        text: params.get('text') ?? '',
        sort: sorts.find((each) => each === params.get('sort')) ?? usual.sort,
        order: order === 'asc' || order === 'desc' ? order : usual.order,
        page: Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1,
      };
    },
    addressOf: (address: ListAddress<F, Sort>): string => {
      const { text, sort, order, page } = address;
      const params = new URLSearchParams([
        ...(text === '' ? [] : [['text', text] as [string, string]]),
        ...chosenOf(address).map(([name, value]): [string, string] => [name, value]),
      ]);
      if (sort !== usual.sort) params.set('sort', sort);
      if (order !== usual.order) params.set('order', order);
      if (page !== 1) params.set('page', String(page));
      return params.size === 0 ? path : `${path}?${params.toString()}`;
    },
    isNarrowed: (address: ListAddress<F, Sort>): boolean =>
      address.text.trim() !== '' || chosenOf(address).length > 0,
    queryOf: (address: ListAddress<F, Sort>) => {
      const text = address.text.trim();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries loses the key types
      const chosen = Object.fromEntries(chosenOf(address)) as {
        readonly [Name in keyof F]?: F[Name][number];
      };
      return {
        sort: address.sort,
        order: address.order,
        at: String((address.page - 1) * PAGE_SIZE),
        limit: String(PAGE_SIZE),
        ...(text === '' ? {} : { text }),
        ...chosen,
      };
    },
  };
}
