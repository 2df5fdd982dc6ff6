/**
 * One animated WebP, played without end.
 * Follows the container format of https://developers.google.com/speed/webp/docs/riff_container.
 * @param {readonly {webp: Buffer, durationMs: number}[]} frames still WebPs of the same size
 * @param {{width: number, height: number}} size in pixels
 */
export function movingPicture(frames, { width, height }) {
  const animationFlag = 0b10;
  const header = chunk(
    "VP8X",
    Buffer.concat([Buffer.from([animationFlag, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]),
  );
  const animation = chunk("ANIM", Buffer.alloc(6)); // background and count of loops: none
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    header,
    animation,
    ...frames.map(({ webp, durationMs }) => {
      const doNotBlend = 0b10;
      const place = Buffer.concat([uint24(0), uint24(0), uint24(width - 1), uint24(height - 1)]);
      return chunk("ANMF", Buffer.concat([place, uint24(durationMs), Buffer.from([doNotBlend]), imageOf(webp)]));
    }),
  ]);
  return chunk("RIFF", body);
}

/** The bitstream of a still WebP, with its chunk header. @param {Buffer} webp */
function imageOf(webp) {
  for (let at = 12; at < webp.length; ) {
    const name = webp.toString("latin1", at, at + 4);
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (name === "VP8 " || name === "VP8L") return webp.subarray(at, end);
    at = end;
  }
  throw new Error("not a still WebP");
}

/** @param {string} name @param {Buffer} content */
function chunk(name, content) {
  const header = Buffer.alloc(8);
  header.write(name, "latin1");
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** @param {number} value */
function uint24(value) {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
