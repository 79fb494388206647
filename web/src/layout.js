// Where places lie on the drawing: what is under a point, what lies in a direction, what outlines a place.

/**
 * @typedef {import("./server").LayoutData} LayoutData
 * @typedef {import("./server").LayoutPlace} LayoutPlace
 */

export class Layout {
  /** @param {LayoutData} data */
  constructor(data) {
    this.view = data.view;
    this.body = data.body ?? [data.view[2], data.view[3]];
    this.hex = data.hex;
    this.places = data.places;
    this.names = data.names ?? [];
    /** @type {Map<string, LayoutPlace>} */
    this.byId = new Map(data.places.map((place) => [place.id, place]));
    /** Boxes on the sheet: they lie over the hexes of a hex map. */
    this.boxes = data.places.filter((place) => place.terrain === "box" && place.rings?.length);
    this.size = data.hex?.size ?? Math.sqrt((data.view[2] * data.view[3]) / Math.max(1, data.places.length)) * 0.8;
    this.counter = data.counter ?? this.size * 0.62;
  }

  /** @param {string} id */
  place(id) {
    return this.byId.get(id);
  }

  /**
   * The place under a point of the drawing.
   * @param {number} x
   * @param {number} y
   * @returns {LayoutPlace | null}
   */
  under(x, y) {
    if (!this.hex) return this.inside(x, y);
    const box = this.boxes.find((place) => place.rings?.some((ring) => encloses(ring, x, y)));
    return box ?? this.nearest(x, y, this.size * 0.62);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} limit
   */
  nearest(x, y, limit) {
    let best = null;
    let least = limit * limit;
    for (const place of this.places) {
      const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
      if (distance < least) {
        least = distance;
        best = place;
      }
    }
    return best;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  inside(x, y) {
    for (const place of this.places) {
      if (place.rings?.some((ring) => encloses(ring, x, y))) return place;
    }
    return this.nearest(x, y, this.size);
  }

  /**
   * The nearest place in a direction: what an arrow key goes to.
   * @param {string | null} from
   * @param {number} dx
   * @param {number} dy
   * @returns {LayoutPlace | null}
   */
  towards(from, dx, dy) {
    const start = from ? this.byId.get(from) : undefined;
    if (!start) return this.nearest(this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2, Infinity);
    let best = null;
    let least = Infinity;
    for (const place of this.places) {
      const x = place.x - start.x;
      const y = place.y - start.y;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (ahead <= this.size * 0.2 || aside > ahead * 1.3) continue;
      const badness = ahead + aside * 1.4;
      if (badness < least) {
        least = badness;
        best = place;
      }
    }
    return best;
  }

  /**
   * The outline of a place as the data of an SVG path.
   * @param {LayoutPlace} place
   * @param {number} [scale] of a hex, to leave its edge free
   */
  outline(place, scale = 1) {
    if (place.rings?.length) return place.rings.map((ring) => path(ring)).join("");
    if (this.hex) {
      const corners = this.hex.corners ?? hexCorners(this.hex);
      return path(corners.flatMap(([x, y]) => [place.x + x * scale, place.y + y * scale]));
    }
    const r = this.size * 0.45 * scale;
    return `M${place.x - r} ${place.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }

  /**
   * The edge of a region of hexes: the sides that only one of them has, as the data of an SVG path.
   * @param {Set<string>} ids
   */
  edgeOf(ids) {
    const corners = this.hex ? this.hex.corners ?? hexCorners(this.hex) : [];
    const grid = this.size / 4;
    const cell = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round(x / grid)} ${Math.round(y / grid)}`;
    const places = [...ids].map((id) => this.byId.get(id)).filter((place) => place !== undefined).filter((place) => !place.rings?.length);
    const held = new Set(places.map((place) => cell(place.x, place.y)));
    // Rounding may put the same spot into the next cell.
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx * grid, dy * grid]));
    let out = "";
    for (const place of places) {
      corners.forEach(([x, y], k) => {
        const [u, v] = corners[(k + 1) % corners.length];
        const [nx, ny] = [place.x + x + u, place.y + y + v];
        if (around.some(([dx, dy]) => held.has(cell(nx + dx, ny + dy)))) return;
        out += path([place.x + x, place.y + y, place.x + u, place.y + v]).slice(0, -1);
      });
    }
    return out;
  }

  /** @param {string} id */
  title(id) {
    const place = this.byId.get(id);
    if (!place) return id;
    return place.name ? (this.hex ? `${place.name} (${id})` : place.name) : id;
  }
}

/** @param {number[]} points x and y by turns */
function path(points) {
  let out = "";
  for (let i = 0; i + 1 < points.length; i += 2) {
    out += `${i ? "L" : "M"}${points[i].toFixed(1)} ${points[i + 1].toFixed(1)}`;
  }
  return `${out}Z`;
}

/** @param {{size: number, flat: boolean}} hex @returns {[number, number][]} */
function hexCorners(hex) {
  const radius = hex.size / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.PI / 3) * k + (hex.flat ? 0 : Math.PI / 6);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * @param {number[]} ring
 * @param {number} x
 * @param {number} y
 */
function encloses(ring, x, y) {
  let odd = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const above = ring[i + 1] > y !== ring[j + 1] > y;
    if (above && x < ((ring[j] - ring[i]) * (y - ring[i + 1])) / (ring[j + 1] - ring[i + 1]) + ring[i]) odd = !odd;
  }
  return odd;
}

/**
 * A plain sheet for a map that has no drawing: numbers `CCRR` become hexes, anything else stands in rows.
 * @param {string[]} ids
 * @returns {LayoutData}
 */
export function plainSheet(ids) {
  const size = 60;
  const numbered = ids.every((id) => /^\d{4}$/.test(id));
  const places = ids.map((id, k) => {
    const column = numbered ? Number(id.slice(0, 2)) : k % 8;
    const row = numbered ? Number(id.slice(2)) : Math.floor(k / 8);
    return { id, x: column * size * 0.866, y: row * size + (column % 2 ? 0 : size / 2) };
  });
  const xs = places.map((p) => p.x);
  const ys = places.map((p) => p.y);
  const left = Math.min(0, ...xs) - size;
  const top = Math.min(0, ...ys) - size;
  const hex = { size, flat: true, corners: hexCorners({ size, flat: true }) };
  return { view: [left, top, Math.max(...xs, 0) - left + size, Math.max(...ys, 0) - top + size], hex, counter: size * 0.62, places };
}
