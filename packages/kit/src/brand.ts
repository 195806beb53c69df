declare const BRAND: unique symbol;

/** A string type that is not assignable to another one, e.g. `NodeId` to `SpaceId`. */
export type Brand<T, Name extends string> = T & { readonly [BRAND]: Name };
