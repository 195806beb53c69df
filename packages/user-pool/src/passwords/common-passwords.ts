const WORDS = new Set(
  `a i my me the is it and for you your in of to am pw pass word password passwort passwords passwd passw motdepasse contrasena
  senha parola wachtwoord kennwort login logon signin admin administrator root user username guest test tester testing
  demo default temp temporary changeme change secret secrets private public access enter entry open sesame unlock
  letmein let master super superman superuser batman spiderman ironman pokemon pikachu starwars star wars matrix
  trustno one two three four five six seven eight nine zero welcome hello hallo hola bonjour ciao hey hi goodbye love
  loveme iloveyou ilove lover lovely sweet sweetheart honey baby babygirl babyboy angel princess prince king queen
  daddy mommy mother father brother sister family forever happy smile sunshine sunny summer winter spring autumn
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december flower flowers rose butterfly dragon monkey tiger lion eagle falcon hawk wolf
  panther bear horse dog cat kitty puppy dolphin shark football soccer baseball basketball hockey tennis golf rugby
  cricket liverpool arsenal chelsea barcelona juventus madrid manchester united yankees cowboys lakers player
  michael jordan jennifer jessica ashley amanda daniel thomas robert charlie george william matthew andrew joshua
  hunter ranger killer fucker fuck fuckyou shit bitch asshole sexy computer internet google facebook youtube twitter
  amazon apple microsoft windows linux samsung nokia android iphone server network system database oracle cisco
  company office work business money dollar freedom liberty america american canada england london paris germany
  deutschland france italia espana mexico brasil russia china india japan mustang corvette ferrari porsche mercedes
  harley camaro yamaha honda toyota nissan cheese cookie chocolate banana orange lemon cherry peaches pepper coffee
  whiskey guitar music metal rock jazz heaven jesus christ god bless faith blessed church peace magic wizard merlin
  hogwarts harry potter phoenix shadow thunder lightning storm silver golden purple yellow black white green blue red
  diamond crystal ninja samurai pirate soldier warrior gamer gaming minecraft fortnite roblox naruto zelda mario
  nothing whatever something anything please thanks thankyou qwerty qwertz azerty asdf zxcv abc abcd xyz aaa
  coffer files cloud storage backup drive share`
    .split(/\s+/)
    .filter((word) => word.length > 0),
);

const WHOLE = new Set(
  `1q2w3e4r5t6y 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 zaq12wsx zaq1xsw2 zaq1zaq1 qazwsxedc
  qazwsxedcrfv qazwsx123456 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 qweasdzxc qweasd123456 asdqwe123 123qweasd
  123qweasdzxc qwe123qwe123 qweqweqwe asd123asd123 zxc123zxc123 123123qwe abc123abc123 abc123def456 a1b2c3d4 a1b2c3d4e5
  a1b2c3d4e5f6 aa123456 a123456789 a12345678910 1a2b3c4d 1a2b3c4d5e 1a2b3c4d5e6f p4ssw0rd1234 pa55word1234 correcthorse
  correcthorsebattery correcthorsebatterystaple correct-horse-battery-staple iloveyou3000 trustno1trustno1 ncc1701d
  thx1138thx1138 rammstein123 myspace12345 blink182blink182 jordan232323 mypassword123 qwertyuiop123 qwerty123456
  123456qwerty 0987654321qwerty asdfghjkl123 zxcvbnm12345 administrator1 p@ssw0rd1234 p@ssw0rdp@ssw0rd passw0rd1234
  letmein12345 welcome12345 changeme1234 northernlights mississippi1 supercalifragilistic opensesame123 helloworld123
  helloworld1234 lollipop1234 whatever1234 fuckyou12345 michelle1234 victoria1234 alexander1234 christopher1
  manchesterutd chelseafc1905 liverpoolfc1 realmadrid123 fcbarcelona12 juventus1897 password-password
  nevergonnagiveyouup thequickbrownfox thequickbrownfoxjumps loremipsumdolor tobeornottobe maytheforcebewithyou
  winteriscoming hakunamatata abracadabra1 abrakadabra12 onetwothreefour einszweidrei unodostrescuatro`
    .split(/\s+/)
    .filter((word) => word.length > 0),
);

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '!@#$%^&*()',
].flatMap((row) => [row, Array.from(row).toReversed().join('')]);

const SUBSTITUTES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const SEQUENCE_LENGTH_MIN = 3;
const REPEATED_UNIT_LENGTH_MAX = 6;
const DIFFERENT_CHARACTERS_MIN = 5;
/** With this many remaining letters, a password is not a common word. */
const OWN_LETTERS_MIN = 4;
/** Shorter matches are coincidence. */
const COMMON_LETTERS_MIN = 4;
/** With more digits and symbols than this, the password counts as secret. */
const MARKS_MAX = 8;

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return (
    WHOLE.has(plain) ||
    new Set(plain).size < DIFFERENT_CHARACTERS_MIN ||
    isRepeated(plain) ||
    isSequences(plain) ||
    isCommonWords(plain) ||
    isCommonWords(withoutSubstitutes(plain))
  );
}

function isRepeated(text: string): boolean {
  for (let size = 1; size <= Math.min(REPEATED_UNIT_LENGTH_MAX, text.length / 2); size++) {
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return true;
  }
  return false;
}

function isSequences(text: string): boolean {
  let rest = text;
  while (rest.length >= SEQUENCE_LENGTH_MIN) {
    const run = longestRun(rest);
    if (run < SEQUENCE_LENGTH_MIN) return false;
    rest = rest.slice(run);
  }
  return rest.length < SEQUENCE_LENGTH_MIN;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const row of ROWS) {
    let size = 0;
    while (size < text.length && row.includes(text.slice(0, size + 1))) size++;
    longest = Math.max(longest, size);
  }
  return longest;
}

function isCommonWords(text: string): boolean {
  if (/[^\x20-\x7e]/.test(text)) return false;
  const letters = text.replaceAll(/[^a-z]/g, '');
  if (letters.length === 0) return /^\d{1,4}\D?(19|20)\d\d/.test(text) || isSequences(text);
  const own = ownLetters(letters);
  return (
    own < OWN_LETTERS_MIN &&
    letters.length - own >= COMMON_LETTERS_MIN &&
    text.length - letters.length <= MARKS_MAX
  );
}

/** The fewest letters left after removing common words, by dynamic programming over prefixes. */
function ownLetters(letters: string): number {
  const fewest: number[] = [0];
  for (let end = 1; end <= letters.length; end++) {
    let best = (fewest[end - 1] ?? 0) + 1;
    for (let start = Math.max(0, end - 15); start < end; start++) {
      const isKnown = WORDS.has(letters.slice(start, end));
      if (isKnown) best = Math.min(best, fewest[start] ?? best);
    }
    fewest.push(best);
  }
  return fewest[letters.length] ?? 0;
}

function withoutSubstitutes(text: string): string {
  return text.replaceAll(/./gu, (character) => SUBSTITUTES[character] ?? character);
}
