def models(task,size,rlimit,queries): return iter(())
