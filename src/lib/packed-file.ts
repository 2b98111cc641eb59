/** Recognises archives and similar files by their first bytes. A message can then name the kind of file. */
const PACKED: readonly { readonly first: readonly number[]; readonly say: string }[] = [
  { first: [0x1f, 0x8b], say: "is compressed (gzip). Decompress it first." },
  { first: [0x28, 0xb5, 0x2f, 0xfd], say: "is compressed (zstd). Decompress it first." },
  { first: [0xfd, 0x37, 0x7a, 0x58, 0x5a], say: "is compressed (xz). Decompress it first." },
  { first: [0x42, 0x5a, 0x68], say: "is compressed (bzip2). Decompress it first." },
];

/** Returns a text such as "is compressed (gzip). Decompress it first."; null for other files. */
export function packedWords(bytes: Uint8Array): string | null {
  return PACKED.find(({ first }) => first.every((one, i) => bytes[i] === one))?.say ?? null;
}
