"""Runs graphs with ONNX Runtime on one core of a CPU. `graphs.py` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from gec.engine import graphs
from gec.engine.onnx import Graph
from gec.model.tensors import Stored

THREADS = 1  # for one product: more would only help large models

Floats = NDArray[np.float32]


class Session:
    """A graph to run. It shares the memory of the graph's weights, which would otherwise be copied three times."""

    def __init__(self, graph: Graph) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL  # nothing is left to do
        shared = map(onnxruntime.OrtValue.ortvalue_from_numpy, graph.weights.values())
        self.weights = dict(zip(graph.weights, shared, strict=True))  # kept as long as the session
        options.add_external_initializers([*self.weights], [*self.weights.values()])
        self.run = onnxruntime.InferenceSession(graph.bytes(), options, providers=["CPUExecutionProvider"]).run


class Product:
    """A product of floats. numpy's would take every core, and keep them busy while they wait for the next one."""

    def __init__(self, matrix: Floats, offset: Floats | None) -> None:
        self.session = Session(graphs.product(matrix, offset))

    def __call__(self, x: Floats) -> Floats:
        return self.session.run(None, {"x": x})[0]  # type: ignore[no-any-return]


def products(weights: Mapping[str, Stored], names: Iterable[str]) -> dict[str, Product]:
    found = {}
    for name in names:
        if matrix := weights.get(f"{name}.weight"):
            offset = weights.get(f"{name}.bias")
            found[name] = Product(matrix.floats(), offset.floats() if offset else None)
    return found
