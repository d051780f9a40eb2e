// Registers, synchronisation and places of the C interface. Part of c_api/asc_simd.h.

// --- registers ------------------------------------------------------------------------------------------------------
inline void asc_init() {}
inline void asc_set_gm2l1_nz_para(uint64_t config) { set_mte2_nz_para(config); }
inline void asc_set_l0c2gm_channel_para(uint64_t config) { set_channel_para(config); }
inline void asc_set_l0c2gm_nz2nd(uint64_t nd_num, uint64_t src_nd_stride, uint64_t dst_nd_stride)
{
    AscendC::SetFixpipeNz2ndFlag(static_cast<uint16_t>(nd_num), static_cast<uint32_t>(src_nd_stride),
                                 static_cast<uint32_t>(dst_nd_stride));
}
inline void asc_set_l0c_copy_params(uint16_t nd_num, uint16_t src_nd_stride, uint16_t dst_nd_stride)
{
    AscendC::SetFixpipeNz2ndFlag(nd_num, src_nd_stride, dst_nd_stride);
}
inline void asc_set_l0c_copy_prequant(uint64_t config) { set_quant_pre(config); }
// Addresses in the units of FPC: 64 B and 128 B.
inline void asc_set_l0c2gm_config(uint64_t relu_pre, uint64_t quant_pre, bool enable_unit_flag, AICSIM_SITE)
{
    set_fpc((relu_pre & 0xff) | (quant_pre & 0xff) << 8 | uint64_t(enable_unit_flag) << 63, site);
}
inline uint64_t asc_get_l0c2gm_relu() { return aicsim::Bit(aicsim::Registers().fpc, 0, 8); }
inline uint64_t asc_get_l0c2gm_prequant() { return aicsim::Bit(aicsim::Registers().fpc, 8, 8); }
inline uint64_t asc_get_l0c2gm_unitflag() { return aicsim::Bit(aicsim::Registers().fpc, 63, 1); }
inline void asc_set_l13d_fmatrix(const asc_l13d_fmatrix_config &c, AICSIM_SITE)
{
    AscendC::SetFMatrixBitModeParams p;
    p.config0 = c.config;
    AscendC::SetFmatrix(p, AscendC::FmatrixMode::FMATRIX_LEFT, site);
}
inline void asc_set_l13d_rpt(const asc_load3d_v2_config &config, AICSIM_SITE) { set_l3d_rpt(config.config, site); }
inline void asc_set_l13d_size(uint64_t value, AICSIM_SITE) { set_l1_3d_size(value, site); }
template <typename T> inline void asc_set_l13d_padding(T config, AICSIM_SITE)
{
    set_padding(aicsim::RawBits(config), site);
}
inline void asc_set_l12l0_padding_val(uint64_t config, AICSIM_SITE) { set_padding(config, site); }
inline void asc_set_ctrl(uint64_t config, AICSIM_SITE) { aicsim::SetCtrl("asc_set_ctrl", config, site); }
inline int64_t asc_get_ctrl() { return static_cast<int64_t>(get_ctrl()); }
inline void asc_enable_hf32(AICSIM_SITE) { aicsim::SetCtrlBit("asc_enable_hf32", aicsim::kHf32, true, site); }
inline void asc_set_fp32_mode(AICSIM_SITE) { aicsim::SetCtrlBit("asc_set_fp32_mode", aicsim::kHf32, false, site); }
inline void asc_enable_hf32_trans(uint32_t mode, AICSIM_SITE)
{
    aicsim::SetCtrlBit("asc_enable_hf32_trans", aicsim::kHf32Mode, mode == 1, site);
}
inline void asc_set_mmad_direction_m(AICSIM_SITE)
{
    aicsim::SetCtrlBit("asc_set_mmad_direction_m", aicsim::kMmOrder, true, site);
}
inline void asc_set_mmad_direction_n(AICSIM_SITE)
{
    aicsim::SetCtrlBit("asc_set_mmad_direction_n", aicsim::kMmOrder, false, site);
}
inline void asc_enable_fp8() {} // CTRL[45] = 0: fp8 stays fp8
inline void asc_enable_hif8(AICSIM_SITE)
{
    aic_rt_not_modelled("asc_enable_hif8", "fp8 bits read as hifloat8 (CTRL[45])", site.file, site.line);
}
inline void asc_set_atomic_none() {}
inline void asc_get_store_atomic_config(asc_store_atomic_config &config) { config.config = 0; }
inline void asc_set_store_atomic_config_v1(uint16_t type, uint16_t, AICSIM_SITE)
{
    if (type) {
        aic_rt_not_modelled("asc_set_store_atomic_config_v1", "atomic writes to GM", site.file, site.line);
    }
}

// --- synchronisation ------------------------------------------------------------------------------------------------
inline void asc_sync(AICSIM_SITE) { aicsim::Barrier(PIPE_ALL, site); }
inline void asc_sync_pipe(pipe_t pipe, AICSIM_SITE) { aicsim::Barrier(pipe, site); }
inline void asc_sync_vec(AICSIM_SITE) { aicsim::Barrier(PIPE_ALL, site); }
inline void asc_sync_mte2(int, AICSIM_SITE) { aicsim::Barrier(PIPE_MTE2, site); }
inline void asc_sync_mte3(int, AICSIM_SITE) { aicsim::Barrier(PIPE_MTE3, site); }
inline void asc_sync_notify(pipe_t pipe, pipe_t tpipe, int id, AICSIM_SITE)
{
    aicsim::Flag("set_flag", "asc_sync_notify", aicsim::PipeName(pipe), aicsim::PipeName(tpipe), id, site);
}
inline void asc_sync_wait(pipe_t pipe, pipe_t tpipe, int id, AICSIM_SITE)
{
    aicsim::Flag("wait_flag", "asc_sync_wait", aicsim::PipeName(pipe), aicsim::PipeName(tpipe), id, site);
}
inline void asc_sync_data_barrier(mem_dsb_t) {} // scalar stores write through here
// Groups of cores: all of one kind, the two vector cores, cube and vector cores, one vector core and its cube core.
#define AICSIM_ASC_CROSS(name, mode)                                                                                   \
    inline void name##_arrive(pipe_t pipe, int64_t id, AICSIM_SITE)                                                    \
    {                                                                                                                  \
        aicsim::CrossSet(#name "_arrive", id, mode, pipe, site);                                                       \
    }                                                                                                                  \
    inline void name##_wait(pipe_t pipe, int64_t id, AICSIM_SITE)                                                      \
    {                                                                                                                  \
        aicsim::CrossWait(#name "_wait", id, mode, pipe, site);                                                        \
    }
AICSIM_ASC_CROSS(asc_sync_inter, 0)
AICSIM_ASC_CROSS(asc_sync_subblock, 1)
AICSIM_ASC_CROSS(asc_sync_block, 2)
AICSIM_ASC_CROSS(asc_sync_intra, 4)
#undef AICSIM_ASC_CROSS
namespace aicsim
{
inline void HoldBuffer(const char *mnemonic, pipe_t pipe, uint8_t id, bool goesOn, Site site)
{
    if (goesOn) {
        aic_rt_not_modelled("asc_lock", "ASC_LOCK_NON_BLOCK", site.file, site.line);
    }
    BufferId(mnemonic, pipe, id, 0, site);
}
} // namespace aicsim
inline void asc_lock(pipe_t pipe, uint8_t id, ascMutexExecuteMode mode = ASC_LOCK_BLOCK, AICSIM_SITE)
{
    aicsim::HoldBuffer("get_buf", pipe, id, mode != ASC_LOCK_BLOCK, site);
}
inline void asc_unlock(pipe_t pipe, uint8_t id, ascMutexExecuteMode mode = ASC_LOCK_BLOCK, AICSIM_SITE)
{
    aicsim::HoldBuffer("rls_buf", pipe, id, mode != ASC_LOCK_BLOCK, site);
}

// --- caches, which write through here -------------------------------------------------------------------------------
inline void asc_datacache_preload(const void *, int64_t) {}
inline void asc_dcci_single(const void *) {}
inline void asc_ub_dcci_single(const void *) {}
inline void asc_dcci_entire_all() {}
inline void asc_dcci_entire_ub() {}
inline void asc_dcci_entire_out() {}
inline void asc_dcci_entire_atomic() {}
inline void asc_dci() {}
inline void asc_icache_preload(const void *, int64_t) {}
inline int64_t asc_get_icache_preload_status() { return 0; }

// --- places ---------------------------------------------------------------------------------------------------------
inline int64_t asc_get_block_idx() { return aic_rt_block_idx(); }
inline int64_t asc_get_block_num() { return aic_rt_block_num(); }
inline int64_t asc_get_core_id() { return aic_rt_block_idx(); }
inline int64_t asc_get_sub_block_id() { return aic_rt_sub_block_idx(); }
inline int64_t asc_get_sub_block_num() { return aic_rt_task_ratio(); }
inline int64_t asc_get_system_cycle() { return aic_rt_cycle(); }
inline constexpr int64_t asc_get_vf_len() { return 256; }
inline void asc_get_arch_ver(uint32_t &version) { version = __NPU_ARCH__; }
inline void asc_set_ffts_base_addr(uint64_t) {}
inline int64_t asc_get_ffts_base_addr() { return 0; }
#define ASC_IS_AIC (::aic_rt_is_aic())
#define ASC_IS_AIV (::aic_rt_is_aiv())
