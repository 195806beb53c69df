import { LoadingManager, Mesh, MeshStandardMaterial, type Object3D } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { Refused } from '../drawer.ts';

export interface LoadedModel {
  readonly model: Object3D;
  readonly triangles: number;
}

const TRIANGLES_MAX = 10_000_000;
const STL_COLOUR = 0x7f_a8_b0;

export async function loadModel(content: ArrayBuffer, extension: string): Promise<LoadedModel> {
  const model = extension === 'stl' ? loadStl(content) : await loadGltf(content);
  const triangles = trianglesOf(model);
  if (triangles === 0) throw new Refused('damaged');
  if (triangles > TRIANGLES_MAX) throw new Refused('large');
  return { model, triangles };
}

function loadStl(content: ArrayBuffer): Object3D {
  const geometry = new STLLoader().parse(content);
  geometry.computeVertexNormals();
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: STL_COLOUR, roughness: 0.6 }));
  // In files for 3D printing, z is the height.
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}

async function loadGltf(content: ArrayBuffer): Promise<Object3D> {
  const manager = new LoadingManager();
  // Files next to the model are not available, so their URLs become empty; nothing is requested.
  manager.setURLModifier((address) => (/^(?:blob|data):/i.test(address) ? address : 'data:,'));
  const { scene } = await new GLTFLoader(manager).parseAsync(content, '');
  return scene;
}

function trianglesOf(model: Object3D): number {
  let count = 0;
  model.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const { index, attributes } = part.geometry;
    count += Math.floor((index?.count ?? attributes['position']?.count ?? 0) / 3);
  });
  return count;
}
