/**
 * CRC-64/NVME, big-endian as in S3. WebAssembly, because JavaScript has no fast 64-bit integers
 * (docs/decisions/0039-crc-in-webassembly.md).
 * @see https://reveng.sourceforge.io/crc-catalogue/all.htm#crc.cat.crc-64-nvme
 */
export function crc64Nvme(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const crc = createCrc64();
  crc.update(bytes);
  return crc.digest();
}

export interface Crc64 {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: () => Uint8Array<ArrayBuffer>;
}

/** Computes {@link crc64Nvme} piece by piece. */
export function createCrc64(): Crc64 {
  const { update, room } = (machine ??= startMachine());
  let sum = -1n;
  return {
    update: (bytes) => {
      for (let at = 0; at < bytes.length; at += room.length) {
        const piece = bytes.subarray(at, at + room.length);
        room.set(piece);
        sum = update(sum, TABLES_BYTES, TABLES_BYTES + piece.length);
      }
    },
    digest: () => {
      const result = new Uint8Array(8);
      new DataView(result.buffer).setBigInt64(0, ~sum);
      return result;
    },
  };
}

/** Declared here, because packages are compiled without the types of browsers. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Machine {
  /** `from` and `to` are offsets in the module's memory. */
  readonly update: (sum: bigint, from: number, to: number) => bigint;
  readonly room: Uint8Array;
}

const POLYNOMIAL = 0x9a6c9329ac4bc9b5n;
/** Table `n` has the effect of a byte that is followed by `n` more bytes. */
const TABLES_BYTES = 8 * 256 * 8;

let machine: Machine | undefined;

function startMachine(): Machine {
  const code = Uint8Array.from(atob(CODE), (char) => char.charCodeAt(0));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of an instance do not know what it exports
  const { memory, update } = exports as Pick<Machine, 'update'> & {
    readonly memory: { readonly buffer: ArrayBuffer };
  };
  const tables = new BigUint64Array(memory.buffer, 0, TABLES_BYTES / 8);
  for (let at = 0; at < tables.length; at += 1) {
    let sum = at < 256 ? BigInt(at) : (tables[at - 256] ?? 0n);
    if (at < 256) for (let bit = 0; bit < 8; bit += 1) sum = (sum >> 1n) ^ ((sum & 1n) * POLYNOMIAL);
    else sum = (sum >> 8n) ^ (tables[Number(sum & 255n)] ?? 0n);
    tables[at] = sum;
  }
  return { update, room: new Uint8Array(memory.buffer, TABLES_BYTES) };
}

/**
 * A module of this text, assembled; `(k n)` stands for `(i64.load offset=(2048 * (7 - n)) (i32.wrap_i64 (i64.and (i64.shr_u (local.get $x)
 * (i64.const (8 * n - 3))) (i64.const 2040))))`, with a shift by 3 to the left where n is 0.
 *
 *     (module (memory (export "memory") 5)
 *       (func (export "update") (param $sum i64) (param $at i32) (param $end i32) (result i64) (local $x i64)
 *         (block (loop
 *           (br_if 1 (i32.gt_u (i32.add (local.get $at) (i32.const 8)) (local.get $end)))
 *           (local.set $x (i64.xor (local.get $sum) (i64.load align=1 (local.get $at))))
 *           (local.set $sum (i64.xor … (i64.xor (i64.xor (k 0) (k 1)) (k 2)) … (k 7)))
 *           (local.set $at (i32.add (local.get $at) (i32.const 8)))
 *           (br 0)))
 *         (block (loop
 *           (br_if 1 (i32.ge_u (local.get $at) (local.get $end)))
 *           (local.set $sum (i64.xor
 *             (i64.load (i32.wrap_i64 (i64.shl (i64.and (i64.xor (local.get $sum) (i64.load8_u (local.get $at))) (i64.const 255)) (i64.const 3))))
 *             (i64.shr_u (local.get $sum) (i64.const 8))))
 *           (local.set $at (i32.add (local.get $at) (i32.const 1)))
 *           (br 0)))
 *         (local.get $sum)))
 */
const CODE =
  'AGFzbQEAAAABCAFgA35/fwF+AwIBAAUDAQAFBxMCBm1lbW9yeQIABnVwZGF0ZQAACtUBAdIBAQF+AkADQCABQQhqIAJLDQEgACABKQAAhSEDIANCA4ZC+A+DpykAgHAgA0IFiEL4D4OnKQCAYIUgA0INiEL4D4OnKQCAUIUgA0IViEL4D4OnKQCAQIUgA0IdiEL4D4OnKQCAMIUgA0IliEL4D4OnKQCAIIUgA0ItiEL4D4OnKQCAEIUgA0I1iEL4D4OnKQAAhSEAIAFBCGohAQwACwsCQANAIAEgAk8NASAAIAExAACFQv8Bg0IDhqcpAAAgAEIIiIUhACABQQFqIQEMAAsLIAAL';
