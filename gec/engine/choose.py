"""Chooses the engine for a model: int8 on a CPU, torch elsewhere and for weights that are stored as floats.

Modules are imported only when they are needed, because importing torch takes longer than correcting a short text.
"""

from __future__ import annotations

from gec.engine import ENGINES, Engine
from gec.engine.device import driver, named, refuse_numbered_cpu, require_torch
from gec.engine.pipeline import Pipeline
from gec.errors import OptionError
from gec.model.opened import Opened


def engine_for(model: Opened, device: str = "auto", name: str = "auto") -> Engine:
    """The engine with this name on this device. Raises `GecError` if there is none."""
    if name not in ENGINES:
        raise OptionError(f"engine={name!r}: known engines are {', '.join(ENGINES)}")
    refuse_numbered_cpu(device)
    if name == "int8" and device not in ("auto", "cpu"):
        said = f"engine='int8' runs on a CPU only, and device={device!r} was asked for; use engine='float'"
        raise OptionError(said, of="engine")
    if name == "int8" or (name == "auto" and model.int8 and _is_cpu(device)):
        from gec.engine.int8 import Int8Engine

        return Int8Engine(model)
    _require_torch(model, device, name)
    import torch

    from gec.engine.captured import CapturedEngine
    from gec.engine.float import FloatEngine
    from gec.model import checkpoint

    where = named(device)
    if where.type == "cpu":
        return FloatEngine(checkpoint.load(model), where)
    return CapturedEngine(checkpoint.load(model), where, torch.bfloat16 if name == "auto" else torch.float32)


def pipeline_for(engine: Engine) -> Pipeline:
    """The pipeline of an engine, for passages."""
    if engine.about.dtype == "int8":
        from gec.engine.int8 import Int8Engine
        from gec.engine.int8_pipeline import Int8Pipeline

        assert isinstance(engine, Int8Engine)
        return Int8Pipeline(engine)
    from gec.engine.float import FloatEngine
    from gec.engine.float_pipeline import FloatPipeline

    assert isinstance(engine, FloatEngine)
    return FloatPipeline(engine)


def _require_torch(model: Opened, device: str, name: str) -> None:
    """If torch is missing, name the option that needs it."""
    if name == "float":
        require_torch("engine='float'", of="engine")
    if not _is_cpu(device):
        require_torch(f"device={device!r}", of="device")
    require_torch(f"{model.path}: a model in floats", of="model")


def _is_cpu(device: str) -> bool:
    return device == "cpu" or (device == "auto" and not (driver() and named("auto").type == "cuda"))
