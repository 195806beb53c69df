const ARABIC_INDIC_ZERO = 0x06_60;
const EXTENDED_ARABIC_INDIC_ZERO = 0x06_f0;

/** Converts digits of any script: `١٢٣ 456` becomes `123456`. */
export function asciiDigits(text: string): string {
  return Array.from(text, asciiDigit).join('');
}

function asciiDigit(character: string): string {
  if (character >= '0' && character <= '9') return character;
  const code = character.codePointAt(0) ?? 0;
  for (const zero of [ARABIC_INDIC_ZERO, EXTENDED_ARABIC_INDIC_ZERO]) {
    if (code >= zero && code <= zero + 9) return String(code - zero);
  }
  return '';
}
