import { cameraJpeg } from '../camera-jpeg.ts';
import { createPng } from '../../sample-files.ts';
import { type CorpusFile, EMPTY, FAILED, file, NO_PREVIEW, NO_TEXT, PICTURE, PLAYER } from './corpus-file.ts';

/** Hills under a sun, 48 by 32, in formats that take an encoder to write. */
const ENCODED = {
  jpeg: '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAgADADASIAAhEBAxEB/8QAGQABAAMBAQAAAAAAAAAAAAAAAAIEBQYD/8QAIBAAAgICAQUBAAAAAAAAAAAAAQIAAwQRMQUSIUFRIv/EABYBAQEBAAAAAAAAAAAAAAAAAAMCBP/EABsRAAMBAQEBAQAAAAAAAAAAAAABAgMRMRIT/9oADAMBAAIRAxEAPwCnERJMInvXiX2r3JWSPvEYda25VaNwT5nQQNtnD4jTjitF1nNPW9bdrqVPwyM2uq1q2KXI/SEaMxZeV/c9D1z/ADrgiIiBEq3auxXXlTsTYq6nQy7clG9jW5ixDvKb9Fz1rPwvZ+cMgCusEIDsk+5RiJUypXETdu31n//Z',
  webp: 'UklGRqoAAABXRUJQVlA4IJ4AAACwBQCdASowACAAPs1Un02npSKiOrzIAPAZiWwArzuxJAuQAIBWuXrIglDzQJoR1Ka630GHLgAA/pxF/f4r2W0A+Td/iLi9iGcNhNnDnlo31MJGflP3N7Vmscay/iPdgIr8gNFzBZEcfZfy5f+fOCPSXB/SLuNQjpF2C5kJahPzQBMuFuFCalOu/j/xBBC4FRxEzyjxL9Y1wff17WxgAA==',
  avif: 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAABlAABAAAAAAAAAF8AAgAAAAAB8wABAAAAAAAAABUAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAADAAAAAgAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAfG1kYXQSAAoJOBUv+0gIaDSAMlBHEJi5OCCEAFjiEOkOXLMMjageukhjfRXvpJ+zvrHQMM6K61MyTUkAFcAVdKehOumsSQRiCNqbW71qNqQTmGUCTcZ0+hJc/KEdPUmYtJbhgBIACgYYFS/7CoAyCRsAAAEAEFihRA==',
  gif: 'R0lGODlhMAAgAIQAAExpcTN/W9G1UNK2UMCwUaGlU6KlU76vUr+vUr6vUTV/Wuq+T5ujVJ2jVKCkVE+IWVCJWVKJWZyiU9C2UfDATvLBTum+TjR/W56kU6CkU1GIWOi9Ty99WwAAAAAAAAAAACH5BAUAAAAALAAAAAAwACAAAAWGICeOZGmeaKqubOu+cCzPdG3fuBthwrIIDU2upShQKsgkJXMZphSEpDSJaDpNhqm24riWIsetlALxjjBircQsGqSnEzbH8pZu5Jt68s526ytxbA1/FQxyGmFvFA9yHBl6GI0cFwdvCQGSkw6JShiYmSIQEhMWFhMMjKCqq6ytrq+wsbKzryEAOw==',
} as const;

const JPEG = decoded('jpeg');
const PNG = createPng(64, 40);

/** @see https://learn.microsoft.com/windows/win32/gdi/bitmap-storage */
function createBmp(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) pixels.set([200, at % 256, 90, 255], at * 4);
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + pixels.length, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(32, 28);
  return Buffer.concat([head, pixels]);
}

/** One picture in PNG. */
function createIco(): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(64, 6);
  head.writeUInt8(40, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(PNG.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, PNG]);
}

function svg(body: string, look = 'viewBox="0 0 120 80"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${look}>${body}</svg>`;
}

export function createWave(seconds: number): Buffer {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)]);
}

export function pictureCorpus(): readonly CorpusFile[] {
  const heif = Buffer.concat([
    Buffer.from('0000001866747970', 'hex'),
    Buffer.from('heic\0\0\0\0mif1heic'),
    Buffer.alloc(400),
  ]);
  return [
    file('hills.jpg', JPEG, PICTURE),
    file('hills.jpeg', JPEG, PICTURE),
    file('hills.webp', decoded('webp'), PICTURE),
    file('hills.avif', decoded('avif'), PICTURE),
    file('hills.gif', decoded('gif'), PICTURE),
    file('hills.png', createPng(640, 400), PICTURE),
    file('hills.bmp', createBmp(64, 40), PICTURE),
    file('favicon.ico', createIco(), PICTURE),
    file('camera with place.jpg', cameraJpeg(), PICTURE),
    file('drawing.svg', svg('<circle cx="60" cy="40" r="30" fill="#0b6e75"/>'), PICTURE),
    file('drawing without size.svg', svg('<rect width="90" height="9"/>', ''), PICTURE),
    file('black on nothing.svg', svg('<path d="M10 40h100" stroke="#000" stroke-width="6"/>'), PICTURE),
    file('one pixel.png', createPng(1, 1), PICTURE),
    file('very wide.png', createPng(6_000, 3), PICTURE),
    file('very high.png', createPng(3, 6_000), PICTURE),
    file('cut short.png', createPng(640, 400).subarray(0, 900), PICTURE),
    file('cut short.jpg', JPEG.subarray(0, 330), PICTURE),
    file('no picture.png', 'This is a text.', FAILED),
    file('nothing.jpg', '', EMPTY),
    file('is a picture.txt', PNG, NO_TEXT),
    file('jpeg in disguise.png', JPEG, PICTURE),
    file('phone.heic', heif, NO_PREVIEW),
    file('scan.tiff', Buffer.from('49492a0008000000', 'hex'), NO_PREVIEW),
    file('layers.psd', Buffer.from('8BPS\0\x01', 'latin1'), NO_PREVIEW),
    file('raw.dng', Buffer.from('49492a0008000000', 'hex'), NO_PREVIEW),
    file('صورة النهر.png', PNG, PICTURE),
    file('birds.wav', createWave(2), PLAYER),
    file('cut short.wav', createWave(2).subarray(0, 60), PLAYER),
    file('no sound.mp3', 'This is a text.', FAILED),
    file('nothing.ogg', '', EMPTY),
    file('no film.mp4', 'This is a text.', FAILED),
    file('old film.avi', Buffer.from('RIFF\0\0\0\0AVI LIST'), FAILED),
  ];
}

function decoded(kind: keyof typeof ENCODED): Buffer {
  return Buffer.from(ENCODED[kind], 'base64');
}
