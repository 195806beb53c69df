declare const BRAND: unique symbol;

/** A string that carries what it identifies in its type, so that a `NodeId` is never passed for a `SpaceId`. */
export type Brand<T, Name extends string> = T & { readonly [BRAND]: Name };
